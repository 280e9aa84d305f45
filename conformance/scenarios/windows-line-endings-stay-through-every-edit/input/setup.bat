@echo off
echo one
echo two
echo three
