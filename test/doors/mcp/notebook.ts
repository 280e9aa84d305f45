/** The smallest notebook that is one. */
export function notebook(source: string): string {
  const cell = {
    cell_type: "code",
    execution_count: null,
    id: "first",
    metadata: {},
    outputs: [],
    source: [source],
  };
  return `${JSON.stringify({ cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 }, null, 1)}\n`;
}
