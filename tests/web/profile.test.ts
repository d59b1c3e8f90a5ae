import { describe, expect, test } from 'vitest'
import { passwordFieldsSchema } from '#web/profile/password-card.tsx'
import { isHandheld } from '#web/profile/sessions-card.tsx'

const filled = {
  currentPassword: 'correct horse',
  newPassword: 'battery staple',
  confirmPassword: 'battery staple',
}

/** What each field says; a field that says nothing is left out. */
function messages(changes: Partial<typeof filled>): Record<string, string> {
  const { error } = passwordFieldsSchema.safeParse({ ...filled, ...changes })
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]))
}

describe('the change-password form', () => {
  test('takes a current password and a new one, twice', () => {
    expect(messages({})).toEqual({})
  })

  test('asks for each field that is empty', () => {
    expect(messages({ currentPassword: '', newPassword: '', confirmPassword: '' })).toEqual({
      currentPassword: 'Current password is required',
      newPassword: 'New password must be at least 8 characters',
      confirmPassword: 'Confirm password is required',
    })
  })

  test('takes 8 characters and not 7', () => {
    expect(messages({ newPassword: '12345678', confirmPassword: '12345678' })).toEqual({})
    expect(messages({ newPassword: '1234567', confirmPassword: '12345678' })).toEqual({
      newPassword: 'New password must be at least 8 characters',
    })
    expect(messages({ confirmPassword: '1234567' })).toEqual({
      confirmPassword: 'Confirm password is required',
    })
  })

  test('takes a current password of any length', () => {
    expect(messages({ currentPassword: 'x' })).toEqual({})
  })

  test('tells passwords that differ, even by case or a space', () => {
    for (const confirmPassword of ['Battery staple', 'battery staple ', 'something else']) {
      expect(messages({ confirmPassword })).toEqual({ confirmPassword: 'Passwords do not match' })
    }
  })

  test('tells passwords that differ along with a missing current one', () => {
    expect(messages({ currentPassword: '', confirmPassword: 'something else' })).toEqual({
      currentPassword: 'Current password is required',
      confirmPassword: 'Passwords do not match',
    })
  })
})

describe('the kind of a device', () => {
  test.each(['Chrome on Android', 'Safari on iPhone', 'Safari on iPad', 'Firefox on iOS'])(
    '%s is held in the hand',
    (device) => expect(isHandheld(device)).toBe(true),
  )

  test.each(['Chrome on Windows', 'Safari on macOS', 'Firefox on Linux', 'Unknown device', ''])(
    '%s is not',
    (device) => expect(isHandheld(device)).toBe(false),
  )
})
