import { beforeAll, vi } from 'vitest'
import { closeToast, shownToasts } from '#web/ui/toasts.ts'

// Files of one worker share its page: each begins as if it had just been opened.
beforeAll(() => {
  vi.useRealTimers()
  localStorage.clear()
  sessionStorage.clear()
  document.body.replaceChildren()
  for (const { id } of shownToasts()) closeToast(id)
})
