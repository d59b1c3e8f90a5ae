import { useEffect, useEffectEvent } from 'react'
import { onAccessRefused } from '#web/lib/api-client.ts'
import { queries } from '#web/lib/queries.ts'
import { LINKED, selectOrganization, storeSelection } from '#web/lib/selection.ts'
import { tabStore } from '#web/lib/storage.ts'
import { refetch, setData, useOrganizations, useSelected, useUser } from '#web/lib/swr.ts'
import { toast } from '#web/ui/toast.tsx'
import { roleNames } from '#worker/organizations/contract.ts'

/**
 * After a refused call, reads again what the user may do. If it has changed, says so and shows the screen for it. Also
 * says if a link is of an organization that the user isn't in.
 */
export function useAccess(): void {
  const { data: user } = useUser()
  const { data: organizations } = useOrganizations()
  const known = useSelected()
  const recheck = useEffectEvent(async () => {
    if (!known) return
    const latest = await queries.organizations.read()
    const now = latest.find(({ id }) => id === known.id)
    if (now?.role === known.role && now.status === known.status) return
    await setData(queries.organizations, latest)
    if (now) await refetch(queries.organization(now.id))
    else if (latest[0]) selectOrganization(latest[0].id)
    if (!now) toast.info(`You're no longer in ${known.name}`, { onNextScreen: true })
    else if (now.role !== known.role)
      toast.info('Your role has changed', {
        description: `In ${now.name}, it's now "${roleNames[now.role]}".`,
      })
  })
  useEffect(() => {
    const linked = tabStore.read(LINKED)
    if (!linked || !organizations) return
    tabStore.write(LINKED, null)
    if (organizations.some(({ id }) => id === linked)) return storeSelection(linked)
    toast.error("You're not in this link's organization", {
      onNextScreen: true,
      description: `You're signed in as ${user?.email}.`,
    })
  }, [organizations, user])
  useEffect(() => onAccessRefused(() => void recheck().catch(() => undefined)), [])
}
