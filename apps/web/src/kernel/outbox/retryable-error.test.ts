// @vitest-environment node
import { expect, test } from 'vitest'
import { canRetry } from './retryable-error.ts'

test.each(['toomanyrequests', 'suspended', 'forbidden', 'unexpectederror', 'storagefull'] as const)(
  'allows a retry after %s, which may pass',
  key => {
    expect(canRetry({ key })).toBe(true)
  },
)

test.each(['error404', 'pastevent', 'badrequest', 'toolarge', 'guestforbidden', 'pastdate'] as const)(
  'allows no retry after %s, which is final',
  key => expect(canRetry({ key })).toBe(false),
)
