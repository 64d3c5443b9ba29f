print("longshot")
