// @vitest-environment node
import { expect, test } from 'vitest'
import { mayHelpToTryAgain } from './may-help.ts'

test.each(['toomanyrequests', 'suspended', 'forbidden', 'unexpectederror', 'storagefull'] as const)(
  '%s may end: it can be tried again',
  key => {
    expect(mayHelpToTryAgain({ key })).toBe(true)
  },
)

test.each(['error404', 'pastevent', 'badrequest', 'toolarge', 'guestforbidden', 'pastdate'] as const)(
  '%s stays as it is: nothing is offered that cannot succeed',
  key => expect(mayHelpToTryAgain({ key })).toBe(false),
)
