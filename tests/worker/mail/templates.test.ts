import { describe, expect, it } from 'vitest'
import {
  accountDeletedEmail,
  accountExistsEmail,
  invitationEmail,
  memberLeftEmail,
  passwordResetEmail,
  securityEmail,
  verificationEmail,
} from '#worker/mail/templates.ts'
import { monitorDigestEmail } from '#worker/monitors/digest-email.ts'

describe('emails', () => {
  const to = { key: 'test/1', to: 'ada@example.test' }
  const link = 'https://app.example.test/verify#email=ada%40example.test&token=abc'
  const invitation = (organizationName: string) =>
    invitationEmail({ ...to, organizationName, inviterEmail: 'bob@example.test', role: 'manager', link })
  const security = { ...to, resetLink: link, supportEmail: 'help@example.test' }
  const changed = securityEmail({ ...security, event: 'password-changed' })
  const all = {
    'Verify your email address': verificationEmail({ ...to, link }),
    'You already have a Tinproof account': accountExistsEmail({ ...security, signInLink: link }),
    'Reset your password': passwordResetEmail({ ...to, link }),
    'Your password was changed': changed,
    "You're invited to join an organization on Tinproof": invitation('Acme'),
  }

  for (const [subject, email] of Object.entries(all))
    it(`render "${subject}" in HTML and text, with the link as a button and in full`, () => {
      expect(email.subject).toBe(subject)
      expect(email).toMatchObject(to)
      const written = link.replaceAll('&', '&amp;')
      expect(email.html).toContain(`<a href="${written}" style="display:inline-block`)
      expect(email.html).toContain(`>${written}</a>`)
      expect(email.text.split('\n')).toContain(link)
      expect(email.text).not.toMatch(/[<>]|&amp;|undefined/)
      expect(email.html).not.toMatch(/<table|<img|<script|undefined/)
      expect(email.html).toContain('content="light dark"')
    })

  it('say who sent them, when a link expires and what to do if it was someone else', () => {
    expect(verificationEmail({ ...to, link }).text).toMatch(/24 hours[\s\S]*If this wasn't you/)
    expect(passwordResetEmail({ ...to, link }).text).toMatch(/1 hour[\s\S]*If you didn't request this/)
    expect(invitation('Acme').text).toMatch(
      /bob@example\.test invited you to join the organization “Acme” on Tinproof as a manager\.[\s\S]*7 days[\s\S]*don't know/,
    )
    expect(changed.text).toMatch(/If it wasn't[\s\S]*help@example\.test/)
    expect(changed.html).toContain('href="mailto:help@example.test"')
  })

  it('start with what the inbox previews, which the heading does not repeat', () => {
    for (const [subject, { html, text }] of Object.entries(all)) {
      const [first = ''] = text.split('\n')
      const preview = html.match(/<div style="display:none[^>]*>(.*?)&#847;/)?.[1]
      expect(preview?.replaceAll(/<\/?bdi>/g, '').replaceAll('&#39;', "'")).toBe(first)
      expect(first).not.toContain(subject)
    }
  })

  it('write an email address without "mailto:"', () => {
    const { html, text } = accountDeletedEmail({ ...to, supportEmail: 'help@example.test' })
    expect(text).toContain('Contact support:\nhelp@example.test')
    expect(html).toContain('>help@example.test</a>')
    expect(text).not.toContain('mailto:')
  })

  it('escape markup in names and links', () => {
    const email = invitation(`<img src=x onerror=alert(1)> & "Sons"`)
    expect(email.html).not.toContain('<img')
    expect(email.html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Sons&quot;')
    expect(email.text).toContain('<img src=x onerror=alert(1)> & "Sons"')
    const linked = verificationEmail({
      ...to,
      link: `https://app.example.test/"><script>alert('1')</script>`,
    })
    expect(linked.html).not.toMatch(/<script|"><s/)
  })

  it('keep names out of the subject, on one line and short', () => {
    const broken = invitation('Acme\r\nBcc: victim@example.test\u2028\u0000\u0085 Ltd')
    expect(broken.subject).toBe(invitation('Another one').subject)
    expect(broken.text).toMatch(/“Acme Bcc: victim\S+ Ltd”/)
    expect(invitation('é'.repeat(5_000)).text.length).toBeLessThan(1_000)
  })

  it('strip bidirectional characters from names', () => {
    const turned = invitation('Acme\u202egnp.exe\u2066\u200f')
    for (const text of [turned.text, turned.html])
      expect(text).not.toMatch(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/)
    const hebrew = invitation('חברה בע״מ')
    expect(hebrew.html).toContain('<bdi>חברה בע״מ</bdi>')
  })

  it('keep names from becoming links', () => {
    const email = invitation('Prize! https://evil.example/win www.evil.example me@evil.example')
    for (const text of [email.text, email.html]) expect(text).not.toMatch(/evil\.example|:\/\/evil|me@evil/)
    const unnamed = invitation('Prize! http://1.2.3.4/win http://[::1]/win https://x.y 5.6.7.8')
    for (const text of [unnamed.text, unnamed.html]) expect(text).not.toMatch(/:\/\/(?:\d|\[|x\.y)|\d\.\d/)
    expect(invitation('J. P. Smith B.V.').text).toContain('“J. P. Smith B.V.”')
  })

  it.each([
    ['API tokens', ['Checkout'], ['Shop']],
    ['project keys', [], ['Shop']],
  ])('name the %s of a member who left', (keys, tokens, projects) => {
    const links = { tokensLink: link, projectsLink: link }
    const left = { ...to, organizationName: 'Acme', memberEmail: 'bob@example.test', end: new Date() }
    const email = memberLeftEmail({ ...left, ...links, tokens, projects })
    expect(email.subject).toBe(`Keep or revoke the ${keys} of a member who left`)
    expect(email.text).toContain(`may still know the ${keys} they created`)
  })

  it('say what changed of a monitored number with a long name', () => {
    const change = {
      countryCode: 'DE',
      changed: ['result'] as const,
      before: 'confirmed',
      after: 'invalid',
    } as const
    const digest = {
      ...to,
      organizationName: 'Acme',
      from: new Date('2026-11-02T06:00:00Z'),
      changes: [{ ...change, label: 'Maschinen- und Anlagenbau '.repeat(9) }],
      link,
      settingsLink: link,
    } as const
    const { html, text } = monitorDigestEmail({ ...digest, count: 2 })
    expect(text).toMatch(/^DE: Maschinen.*…: Confirmed → Invalid$/m)
    expect(html).toContain('…</bdi>: Confirmed → Invalid')
    expect(text).toContain('There is 1 more.')
    expect(monitorDigestEmail({ ...digest, count: 1 }).text).toContain('This number of “Acme” has changed')
  })
})
