const TOKEN = "none";
