import { useEffect, useState } from 'react'
import { type DraftStorageKey, saveDraft, loadDraft } from './drafts.ts'
import {
  markEditsSaved,
  conflictingFieldsOf,
  resolveWithMine,
  applyEdits,
  parseEdits,
  resolveWithTheirs,
  unsavedEditsOf,
  type FormEdits,
  withPatch,
} from './form-edits.ts'

export const useFormDraft = <D extends object>(
  storageKey: DraftStorageKey,
  key: string,
  current: D,
  isValidValue: (value: unknown, field: keyof D & string) => boolean,
) => {
  const [edits, setEdits] = useState(() => parseEdits(loadDraft(storageKey, key), current, isValidValue))
  const [restored, setRestored] = useState(() => unsavedEditsOf(edits, current) !== null)
  const [touched, setTouched] = useState(false)
  const unsavedEdits = unsavedEditsOf(edits, current)
  const serialized = JSON.stringify(unsavedEdits)
  useEffect(() => {
    if (touched) saveDraft(storageKey, key, JSON.parse(serialized))
  }, [storageKey, key, serialized, touched])
  const update = (next: FormEdits<D> | ((last: FormEdits<D>) => FormEdits<D>)) => {
    setTouched(true)
    setEdits(next)
  }
  return {
    draft: applyEdits(current, edits),
    restored,
    conflicts: conflictingFieldsOf(edits, current),
    change: (patch: Partial<D>) => update(last => withPatch(last, current, patch)),
    keepMine: (field: keyof D) => update(last => resolveWithMine(last, current, field)),
    takeTheirs: (field: keyof D) => update(last => resolveWithTheirs(last, field)),
    discard: () => {
      update({})
      setRestored(false)
    },
    /** Deletes the stored draft once the server has the values, even if this screen is unmounted by then. */
    clearStored: () => saveDraft(storageKey, key, null),
    markSaved: () => {
      update(markEditsSaved)
      setRestored(false)
    },
  }
}
