import { expect, it } from 'vitest'
import { locatorLabel } from '#worker/registers/peppol.ts'

it('names a participant as in the specification of the Service Metadata Locator 1.3.0', async () => {
  expect(await locatorLabel('0010:5798000000001')).toBe(
    'XUKHFQABQZIKI3YKVR2FHR4SNFA3PF5VPQ6K4TONV3LMVSY5ARVQ',
  )
})
