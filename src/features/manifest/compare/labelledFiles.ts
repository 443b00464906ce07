/** What the compared files are called: by their paths, and with a number where two are called the same. */

export interface LabelledFile {
  label: string;
  file: File;
}

/** Keeps the labels that there are. */
export function labelled(files: readonly { label?: string; file: File }[]): LabelledFile[] {
  const taken = new Set(files.flatMap(({ label }) => label ?? []));
  return files.map(({ label, file }) => ({ label: label ?? freeLabel(file.webkitRelativePath || file.name, taken), file }));
}

/** Before the ending, by which importers know some files: `compose (2).yaml`. */
function freeLabel(name: string, taken: Set<string>): string {
  const [, stem = name, ending = ''] = /^(.*?)(\.[^./]*)?$/s.exec(name) ?? [];
  let label = name;
  for (let number = 2; taken.has(label); number += 1) label = `${stem} (${number})${ending}`;
  taken.add(label);
  return label;
}
