import { BlockList } from 'node:net'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isInNetworks, mergeNetworks, parseNetwork, toCidr } from '#worker/lib/ip-networks.ts'

const format = (text: string) => {
  const network = parseNetwork(text)
  return network && toCidr(network)
}

it.each([
  ['203.0.113.7', '203.0.113.7/32'],
  ['203.0.113.7/24', '203.0.113.0/24'],
  ['0.0.0.0/0', '0.0.0.0/0'],
  ['2001:DB8::0:1', '2001:db8::1/128'],
  ['2001:db8:1:2::/32', '2001:db8::/32'],
  ['::/0', '::/0'],
  ['::ffff:203.0.113.7', '203.0.113.7/32'],
  ['::ffff:cb00:7107/120', '203.0.113.0/24'],
  ['::ffff:0:0/90', '::ffc0:0:0/90'],
])('reads %s as %s', (text, network) => {
  expect(format(text)).toBe(network)
})

it.each([
  ...[
    '',
    'localhost',
    'unknown',
    '203.0.113',
    '203.0.113.256',
    '010.0.0.1',
    '203.0.113.7/33',
    '203.0.113.7/',
  ],
  ...[
    '203.0.113.0/024',
    '203.0.113.0/-1',
    '203.0.113.0/8/8',
    '1.2.3.4 ',
    '0x7f.0.0.1',
    '3405803783',
    '::1/129',
  ],
  ...['fe80::1%eth0', '2001:db8:::1', '1::2::3', '1:2:3:4:5:6:7:8:9', '2001:db8::12345', '[::1]', '::1.2.3'],
])('refuses "%s"', (text) => {
  expect(parseNetwork(text)).toBeUndefined()
})

it('allows nobody by a network or an address that it cannot read', () => {
  expect(isInNetworks('203.0.113.7', ['nonsense'])).toBe(false)
  expect(isInNetworks('unknown', ['0.0.0.0/0', '::/0'])).toBe(false)
})

const network = fc.oneof(
  fc.record({ address: fc.ipV4(), prefix: fc.nat(32) }),
  fc.record({ address: fc.ipV6(), prefix: fc.nat(128) }),
)
const familyOf = (address: string) => (address.includes(':') ? 'ipv6' : 'ipv4')

it("agrees with Node's BlockList, before and after merging", () => {
  fc.assert(
    fc.property(fc.array(network, { maxLength: 20 }), fc.oneof(fc.ipV4(), fc.ipV6()), (networks, other) => {
      // For Node, ::/0 contains IPv4. For us and PostgreSQL, it doesn't.
      const lists = { ipv4: new BlockList(), ipv6: new BlockList() }
      for (const { address, prefix } of networks)
        lists[familyOf(address)].addSubnet(address, prefix, familyOf(address))
      const texts = networks.map(({ address, prefix }) => `${address}/${prefix}`)
      const merged = mergeNetworks(texts.flatMap((text) => parseNetwork(text) ?? [])).map(toCidr)
      // A random address is rarely in a network, so the ones they are written with are checked, too.
      for (const address of [other, ...networks.map((each) => each.address)]) {
        const expected = lists[familyOf(address)].check(address, familyOf(address))
        expect([isInNetworks(address, texts), isInNetworks(address, merged)]).toEqual([expected, expected])
      }
    }),
  )
})
