import { useEffect, useState } from 'react'
import { onStoredChange } from '#web/kernel/device/stored.ts'
import { newPublication, type Publication } from './publication.ts'
import { hasPublication, restorePublication, savePublication } from './publication-store.ts'

/** State of the form to publish from a template; every change is stored on the device under `key`. */
export const usePublication = (key: string) => {
  const [publication, setPublication] = useState<Publication>(() => restorePublication(key))
  // When another tab has sent the post with this idempotency key, this form uses a new key and becomes another post.
  useEffect(
    () =>
      onStoredChange('publications', () => {
        if (!hasPublication(key))
          setPublication(before =>
            before.sent ? { ...before, tmpId: newPublication().tmpId, sent: undefined } : before,
          )
      }),
    [key],
  )
  const save = (next: Publication) => {
    setPublication(next)
    savePublication(key, next)
  }
  return { publication, save }
}
