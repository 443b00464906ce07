/** Completion scripts for bash, zsh and fish, generated from the commands so that they never lag behind. */
import { Help, type Command, type Option } from 'commander';
import { ENTITY_REGISTRY } from '@/contract/entityKinds';
import type { NameList } from './commands/complete';
import { DEPENDENCY_MODES, DEPENDENCY_TYPES, DIRECTIONS, ENTITY_KINDS, FAILURE_STATES, HEALTH_STATES } from '@/domain/vocabulary';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type ShellName = (typeof SHELLS)[number];

/** Values of an option, by its long name; any other option with a value takes a file. */
const OPTION_WORDS: Readonly<Record<string, readonly string[]>> = {
  '--kind': ENTITY_KINDS,
  '--direction': DIRECTIONS,
  '--modes': DEPENDENCY_MODES,
  '--types': DEPENDENCY_TYPES,
  '--state': FAILURE_STATES,
  '--profile': [],
  '--search': [],
  '--limit': [],
  '--depth': Array.from({ length: 10 }, (_, index) => String(index + 1)),
};
/** Options whose values are names in the landscape: the server is asked for them. */
const OPTION_NAMES: Readonly<Record<string, NameList>> = { '--application': 'application', '--fail': 'entity' };
/** Commands whose first argument is such a name. */
const ARGUMENT_NAMES: Readonly<Record<string, NameList>> = {
  blast: 'entity',
  get: 'entity',
  open: 'entity',
  'weak-points': 'taken',
  health: 'component',
  'scenario run': 'scenario',
  'scenario compare': 'scenario',
};
/** Values of a command's arguments. */
const ARGUMENT_WORDS: Readonly<Record<string, readonly string[]>> = {
  list: ENTITY_KINDS.map((kind) => ENTITY_REGISTRY[kind].path),
  health: HEALTH_STATES,
  completion: SHELLS,
};
/** Commands that take files, by their arguments. */
const FILES = /file|path|url/;

interface Entry {
  /** For example `import compose`; empty for the program itself. */
  path: string;
  summary: string;
  children: { name: string; summary: string }[];
  options: readonly Option[];
  /** Null: nothing but files. */
  words: readonly string[] | null;
  takesFiles: boolean;
  names: NameList | undefined;
}

function entriesOf(program: Command): Entry[] {
  const entries: Entry[] = [];
  const visit = (command: Command, path: string): void => {
    const shown = new Set(new Help().visibleCommands(command));
    const visible = command.commands.filter((child) => shown.has(child));
    const children = visible.map((child) => ({ name: child.name(), summary: child.summary() || child.description() }));
    const takesFiles = command.registeredArguments.some((argument) => FILES.test(argument.name()));
    const known = children.length > 0 ? children.map(({ name }) => name) : (ARGUMENT_WORDS[path] ?? []);
    const words = takesFiles && children.length === 0 ? null : known;
    const options = command.options.filter(({ hidden }) => !hidden);
    entries.push({
      path,
      summary: command.summary() || command.description(),
      children,
      options,
      words,
      takesFiles,
      names: ARGUMENT_NAMES[path],
    });
    for (const child of visible) visit(child, path === '' ? child.name() : `${path} ${child.name()}`);
  };
  visit(program, '');
  return entries;
}

export function completionScript(program: Command, shell: ShellName): string {
  const entries = entriesOf(program);
  const globals = program.options;
  if (shell === 'bash') return bashScript(entries, globals);
  return shell === 'zsh' ? zshScript(entries, globals) : fishScript(entries, globals);
}

function wordsOf(option: Option): readonly string[] | undefined {
  return option.argChoices ?? OPTION_WORDS[option.long ?? ''];
}

function takesValue({ required, optional }: Option): boolean {
  return required || optional;
}

function flags({ short, long }: Option): string[] {
  return [short, long].filter((flag) => flag !== undefined);
}

function uniqueValued(entries: readonly Entry[]): Option[] {
  return [...new Map(entries.flatMap(({ options }) => options.filter(takesValue)).map((option) => [option.long, option])).values()];
}

/** Where two commands have an option of the same name, bash offers the values of both. */
function wordsInAll(entries: readonly Entry[], long: string | undefined): readonly string[] | undefined {
  const lists = entries.flatMap(({ options }) => options.filter((option) => option.long === long).map(wordsOf));
  return lists.includes(undefined) ? undefined : [...new Set(lists.flatMap((words) => words ?? []))];
}

/** The command that is being completed asks its server. */
function bashNames(list: string): string {
  return `$(compgen -W "$("\${COMP_WORDS[0]}" complete ${list} "$cur" 2>/dev/null)" -- "$cur")`;
}

function bashScript(entries: readonly Entry[], globals: readonly Option[]): string {
  const valued = uniqueValued(entries);
  const values = valued.map((option) => {
    const words = wordsInAll(entries, option.long);
    const names = OPTION_NAMES[option.long ?? ''];
    if (names !== undefined) return `    ${flags(option).join('|')}) COMPREPLY=(${bashNames(`"${names}"`)}); return ;;`;
    return `    ${flags(option).join('|')}) ${words === undefined ? 'COMPREPLY=($(compgen -f -- "$cur"))' : `COMPREPLY=($(compgen -W "${words.join(' ')}" -- "$cur"))`}; return ;;`;
  });
  const nested = entries.filter(({ path, children }) => path !== '' && children.length > 0);
  const descents = nested.map(
    ({ path, children }) => `      "${path}") case "$word" in ${children.map(({ name }) => name).join('|')}) path="$path $word" ;; esac ;;`,
  );
  const branches = entries.map(({ path, options, words, takesFiles, names = '' }) => {
    const own = [...options, ...globals].filter((option, index, all) => all.indexOf(option) === index).flatMap(flags);
    return `    "${path}") options="${own.join(' ')} --help"; words="${words === null ? '' : words.join(' ')}"; files=${takesFiles ? 1 : 0}; names="${names}" ;;`;
  });
  return `# bash completion for faultline
_faultline() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" path="" word options words files names="" i
  COMPREPLY=()
  case "$prev" in
${values.join('\n')}
  esac
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    case "$word" in
      ${valued.flatMap(flags).join('|')}) ((i++)); continue ;;
      -*) continue ;;
    esac
    case "$path" in
      "") path="$word" ;;
${descents.join('\n')}
    esac
  done
  case "$path" in
${branches.join('\n')}
    *) options=""; words=""; files=1 ;;
  esac
  if [[ "$cur" == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$cur"))
  else
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
    if [[ $files == 1 ]]; then COMPREPLY+=($(compgen -f -- "$cur")); fi
    if [[ -n $names ]]; then COMPREPLY+=(${bashNames('"$names"')}); fi
  fi
}
complete -o filenames -F _faultline faultline
`;
}

function zshQuoted(text: string): string {
  return text.replace(/'/g, "'\\''").replace(/[[\]:]/g, '\\$&');
}

function zshOption(option: Option): string[] {
  const words = wordsOf(option);
  const names = OPTION_NAMES[option.long ?? ''];
  const values = names === undefined ? (words === undefined ? '_files' : `(${words.join(' ')})`) : `_faultline_names ${names}`;
  const value = takesValue(option) ? `:value:${values}` : '';
  return flags(option).map((flag) => `'${flag}[${zshQuoted(option.description)}]${value}'`);
}

function zshScript(entries: readonly Entry[], globals: readonly Option[]): string {
  const functionOf = (path: string): string => `_faultline${path === '' ? '' : `_${path.replace(/[ -]/g, '_')}`}`;
  const functions = entries.map(({ path, options, words, children, takesFiles, names }) => {
    const own = [...new Set([...options, ...globals])].flatMap(zshOption);
    if (children.length === 0) {
      const rest = words === null ? `'*:file:_files'` : `'*:word:(${words.join(' ')})'`;
      const named = names === undefined ? [] : [`'1:name:_faultline_names ${names}'`];
      return `${functionOf(path)}() {\n  _arguments ${[...own, ...named, rest].join(' \\\n    ')}\n}`;
    }
    const described = children.map(({ name, summary }) => `'${name}:${zshQuoted(summary)}'`).join(' ');
    const branches = children.map(({ name }) => `      ${name}) ${functionOf(path === '' ? name : `${path} ${name}`)} ;;`);
    return `${functionOf(path)}() {
  local line state
  _arguments -C ${[...own, `'1: :->command'`, `'*::argument:->arguments'`].join(' \\\n    ')}
  case $state in
    command) local -a commands=(${described}); _describe command commands${takesFiles ? '; _files' : ''} ;;
    arguments) case $line[1] in
${[...branches, ...(takesFiles ? ['      *) _files ;;'] : [])].join('\n')}
    esac ;;
  esac
}`;
  });
  // _arguments puts options for compadd before the argument that an action states.
  const named = `_faultline_names() {
  local -a names=(\${(f)"$(_call_program names faultline complete \${@[-1]} \${(q)PREFIX} 2>/dev/null)"})
  compadd "\${@[1,-2]}" -a names
}`;
  return `#compdef faultline\n${named}\n${functions.join('\n')}\n_faultline "$@"\n`;
}

function fishNames(list: NameList): string {
  return `'(faultline complete ${list} (commandline -ct) 2>/dev/null)'`;
}

function fishScript(entries: readonly Entry[], globals: readonly Option[]): string {
  const quoted = (text: string): string => `'${text.replace(/\\/g, '\\\\').replace(/'/g, "\\'")}'`;
  const optionLine = (option: Option, condition: string): string => {
    const words = wordsOf(option);
    const list = OPTION_NAMES[option.long ?? ''];
    const names = [
      ...(option.short === undefined ? [] : [`-s ${option.short.slice(1)}`]),
      ...(option.long === undefined ? [] : [`-l ${option.long.slice(2)}`]),
    ];
    const value = !takesValue(option)
      ? ''
      : list !== undefined
        ? ` -x -a ${fishNames(list)}`
        : words === undefined
          ? ' -r -F'
          : ` -x -a ${quoted(words.join(' '))}`;
    return `complete -c faultline ${condition}${names.join(' ')}${value} -d ${quoted(option.description)}`;
  };
  const lines = globals.map((option) => optionLine(option, ''));
  for (const { path, children, options, words, takesFiles, names: list } of entries) {
    const parts = path === '' ? [] : path.split(' ');
    const seen = parts.map((part) => `__fish_seen_subcommand_from ${part}`);
    const names = children.map(({ name }) => name);
    const condition = [...seen, ...(names.length > 0 ? [`not __fish_seen_subcommand_from ${names.join(' ')}`] : [])].join('; and ');
    for (const { name, summary } of children)
      lines.push(`complete -c faultline ${takesFiles ? '' : '-f '}-n ${quoted(condition)} -a ${name} -d ${quoted(summary)}`);
    if (path === '' || (children.length > 0 && !takesFiles)) continue;
    if (words !== null && !takesFiles)
      lines.push(`complete -c faultline -f -n ${quoted(seen.join('; and '))}${words.length === 0 ? '' : ` -a ${quoted(words.join(' '))}`}`);
    if (list !== undefined) lines.push(`complete -c faultline -f -n ${quoted(seen.join('; and '))} -a ${fishNames(list)}`);
    for (const option of options)
      lines.push(optionLine(option, `-n ${quoted(takesFiles && children.length > 0 ? condition : seen.join('; and '))} `));
  }
  return `# fish completion for faultline\n${lines.join('\n')}\n`;
}
