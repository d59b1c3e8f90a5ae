const { setTimeout: systemTimeout } = globalThis

const PAUSE = 20
const MAX_TRIES = 6_000

/** Repeats assertions until they hold. `expect.poll` would move a fake clock each time. */
export async function eventually(assertions: () => unknown): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await assertions()
      return
    } catch (error) {
      if (tries === MAX_TRIES) throw error
      await new Promise((resolve) => systemTimeout(resolve, PAUSE))
    }
  }
}
