/** `faultline completion`: prints a script that lets a shell complete commands, options and their values. */
import { Argument, type Command } from 'commander';
import { completionScript, SHELLS, type ShellName } from '@/cli/completionScript';
import { EXIT } from '@/cli/failure';
import type { Session, Shell } from '@/cli/session';

const AFTER_HELP = `
Examples:
  bash   faultline completion bash > ~/.local/share/bash-completion/completions/faultline
  zsh    faultline completion zsh > ~/.zfunc/_faultline        (with: fpath+=~/.zfunc; autoload -Uz compinit; compinit)
  fish   faultline completion fish > ~/.config/fish/completions/faultline.fish`;

export function addCompletion(program: Command, shell: Shell): void {
  const command = program
    .command('completion')
    .summary('print a completion script for a shell')
    .description('Print a completion script for a shell.')
    .addArgument(new Argument('<shell>', 'bash, zsh or fish').choices(SHELLS))
    .addHelpText('after', AFTER_HELP);
  shell.on(command, (session: Session, _options: unknown, name?: string) => {
    session.terminal.write(completionScript(program, name as ShellName));
    return Promise.resolve(EXIT.done);
  });
}
