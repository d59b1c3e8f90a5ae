import type { Context } from '#worker/context.ts'

export type DeviceOwner = { id: number; passwordResetAt: Date | null }

/** The ID of this browser if it has signed in to the account since the last password reset. */
export async function findKnownDevice(
  { origin }: Context,
  account: DeviceOwner | undefined,
): Promise<string | undefined> {
  const devices = (await origin?.readDevices?.()) ?? []
  const resetAt = account?.passwordResetAt?.getTime() ?? 0
  return devices.find(({ userId, since }) => userId === account?.id && since >= resetAt)?.deviceId
}
