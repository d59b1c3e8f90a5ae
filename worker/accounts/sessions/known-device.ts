import type { Context } from '#worker/context.ts'

export type DeviceOwner = { id: number; passwordChangedAt: Date | null }

/** The ID of this browser if it has signed in to the account since its password was last changed. */
export async function findKnownDevice(
  { origin }: Context,
  account: DeviceOwner | undefined,
): Promise<string | undefined> {
  const devices = (await origin?.readDevices?.()) ?? []
  const changedAt = account?.passwordChangedAt?.getTime() ?? 0
  return devices.find(({ userId, since }) => userId === account?.id && since >= changedAt)?.deviceId
}
