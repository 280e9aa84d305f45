export function greet(who: string): string {
  return `Hello, ${who}!`;
}

export function shout(who: string, loud: boolean): string {
	if (loud) {
		const text = who.toUpperCase();
		return text;
	}
	return who;
}
