import sys

# the rest of the arguments is ignored
print(sys.argv[1])
