// @vitest-environment node
import { expect, test } from 'vitest'
import { mayHelpToTryAgain } from './may-help.ts'

test.each(['toomanyrequests', 'suspended', 'forbidden', 'unexpectederror', 'storagefull'] as const)(
  'allows a retry after %s, which may pass',
  key => {
    expect(mayHelpToTryAgain({ key })).toBe(true)
  },
)

test.each(['error404', 'pastevent', 'badrequest', 'toolarge', 'guestforbidden', 'pastdate'] as const)(
  'allows no retry after %s, which is final',
  key => expect(mayHelpToTryAgain({ key })).toBe(false),
)
