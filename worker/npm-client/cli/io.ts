export const print = (text: string) => void process.stdout.write(`${text}\n`)

/** For people. The results of a command go to standard output. */
export const note = (text: string) => void process.stderr.write(`${text}\n`)
