import os

def main():
    print(os.name)
