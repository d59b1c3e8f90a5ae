import { vi } from 'vitest'

// Runs before each test file. The files share an isolate, and where no test of a file is run, its `afterAll` isn't either.
vi.useRealTimers()
vi.restoreAllMocks()
