import { type CommandName, commands, exitCodes, type Option, UsageError } from './arguments.ts'
import { print } from './io.ts'

const names = Object.keys(commands) as CommandName[]
const flagsOf = (name: CommandName) => Object.keys(commands[name].options).map((each) => `--${each}`)
const cases = (line: (flags: string) => string) =>
  names.map((name) => `    ${name}) ${line(flagsOf(name).join(' '))} ;;`).join('\n')

const bash = () => `_tinproof() {
  local word=\${COMP_WORDS[COMP_CWORD]} flags=
  COMPREPLY=()
  if [[ $COMP_CWORD -eq 1 ]]; then
    COMPREPLY=($(compgen -W "${names.join(' ')} --help --version" -- "$word"))
    return
  fi
  case \${COMP_WORDS[1]} in
${cases((flags) => `flags="${flags}"`)}
  esac
  if [[ $word == -* ]]; then COMPREPLY=($(compgen -W "$flags" -- "$word")); fi
}
complete -o default -F _tinproof tinproof`

const zsh = () => `#compdef tinproof
_tinproof() {
  local -a flags
  if (( CURRENT == 2 )); then
    compadd -- ${names.join(' ')} --help --version
    return
  fi
  case $words[2] in
${cases((flags) => `flags=(${flags})`)}
  esac
  if [[ $PREFIX == -* ]]; then compadd -- $flags; else _files; fi
}
compdef _tinproof tinproof`

const quoted = (text: string) => `'${text.replaceAll("'", "\\'")}'`

const fish = () =>
  names
    .flatMap((name) => [
      `complete -c tinproof -n __fish_use_subcommand -a ${name} -d ${quoted(commands[name].text)}`,
      ...Object.entries<Option>(commands[name].options).map(
        ([each, { value, short, text }]) =>
          `complete -c tinproof -n '__fish_seen_subcommand_from ${name}' -l ${each}${short ? ` -s ${short}` : ''}${value ? ' -r' : ''} -d ${quoted(text)}`,
      ),
    ])
    .join('\n')

const scripts = { bash, zsh, fish }

export function printCompletion([shell = '']: readonly string[]): number {
  if (!Object.hasOwn(scripts, shell)) throw new UsageError('Pass bash, zsh or fish: tinproof completion bash')
  print(scripts[shell as keyof typeof scripts]())
  return exitCodes.done
}
