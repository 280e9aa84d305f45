@echo off
echo one
echo one and a half
echo two
