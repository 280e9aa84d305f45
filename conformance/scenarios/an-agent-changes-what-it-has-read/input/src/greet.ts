export function greet(name: string): string {
  console.log("debug");
  return "Hello, " + name;
}

export function shout(name: string, loud: boolean): string {
	if (loud) {
		return name.toUpperCase();
	}
	return name;
}
