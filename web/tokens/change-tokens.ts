import { mutate } from 'swr'
import { keys } from '#web/lib/keys.ts'
import type { Token } from '#worker/tokens/contract.ts'

/** Shows the list as it will be, tells the server, reads the list anew; a failure puts everything back and is thrown. */
export async function changeTokens(
  organizationId: string,
  change: (tokens: readonly Token[]) => readonly Token[],
  call: () => Promise<unknown>,
): Promise<void> {
  const send = async () => {
    await call()
    return undefined
  }
  await mutate<readonly Token[] | undefined>(keys.tokens(organizationId), send, {
    optimisticData: (tokens) => change(tokens ?? []),
    populateCache: false,
    rollbackOnError: true,
  })
}
