@echo off
echo done
