import { describe, expect, test } from 'vitest'
import { passwordFieldsSchema } from '#web/profile/password-card.tsx'
import { isHandheld } from '#web/profile/sessions-card.tsx'

const filled = {
  currentPassword: 'correct horse',
  newPassword: 'battery staple',
  confirmPassword: 'battery staple',
}

function messages(changes: Partial<typeof filled>): Record<string, string> {
  const { error } = passwordFieldsSchema.safeParse({ ...filled, ...changes })
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]))
}

describe('change password form', () => {
  test('accepts a current password and a confirmed new one', () => {
    expect(messages({})).toEqual({})
  })

  test('accepts 8 characters and refuses 7', () => {
    expect(messages({ newPassword: '12345678', confirmPassword: '12345678' })).toEqual({})
    expect(messages({ newPassword: '1234567', confirmPassword: '12345678' })).toEqual({
      newPassword: 'New password must be at least 8 characters',
    })
    expect(messages({ confirmPassword: '1234567' })).toEqual({
      confirmPassword: 'Confirm password is required',
    })
  })

  test('accepts a current password of any length', () => {
    expect(messages({ currentPassword: 'x' })).toEqual({})
  })

  test('refuses passwords that differ, even by case or a space', () => {
    for (const confirmPassword of ['Battery staple', 'battery staple ', 'something else']) {
      expect(messages({ confirmPassword })).toEqual({ confirmPassword: 'Passwords do not match' })
    }
  })
})

describe('device type', () => {
  test.each(['Chrome on Android', 'Safari on iPhone', 'Safari on iPad', 'Firefox on iOS'])(
    '%s is handheld',
    (device) => expect(isHandheld(device)).toBe(true),
  )

  test.each(['Chrome on Windows', 'Safari on macOS', 'Firefox on Linux', 'Unknown device', ''])(
    '%s is not handheld',
    (device) => expect(isHandheld(device)).toBe(false),
  )
})
