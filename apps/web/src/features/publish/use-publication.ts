import { useState } from 'react'
import { renewKey, useDraft } from '#web/kernel/device/use-draft.ts'
import { newPublication, type Publication, publicationShape } from './publication.ts'
import { publications, restorePublication } from './publication-store.ts'

/** State of the form to publish from a template; every change is stored on the device under `key`. */
export const usePublication = (key: string) => {
  const [stored] = useState(() => restorePublication(key))
  const { draft: publication, change: save } = useDraft<Publication>({
    store: publications(key),
    shape: publicationShape,
    current: newPublication(),
    stored,
    renew: renewKey,
  })
  return { publication, save }
}
