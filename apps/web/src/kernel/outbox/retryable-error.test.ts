// @vitest-environment node
import { expect, test } from 'vitest'
import { canRetry } from './retryable-error.ts'

test.each(['toomanyrequests', 'suspended', 'forbidden', 'unexpectederror', 'storagefull'] as const)(
  'an item can be retried after %s, which is temporary',
  key => {
    expect(canRetry({ key })).toBe(true)
  },
)

test.each(['error404', 'pastevent', 'badrequest', 'toolarge', 'guestforbidden', 'pastdate'] as const)(
  'an item cannot be retried after %s, which is final',
  key => expect(canRetry({ key })).toBe(false),
)
