export type PasswordFields = { password: string; confirmPassword: string }
