import { useEffect, useState } from 'react'
import { type Drafts, saveDraft, loadDraft } from './drafts.ts'
import {
  markEditsSaved,
  conflictsOf,
  resolveWithMine,
  applyEdits,
  parseEdits,
  resolveWithTheirs,
  unsavedOf,
  type FormEdits,
  withPatch,
} from './form-edits.ts'

export const useFormDraft = <D extends object>(
  drafts: Drafts,
  owner: string,
  current: D,
  isValue: (value: unknown, field: keyof D & string) => boolean,
) => {
  const [edits, setEdits] = useState(() => parseEdits(loadDraft(drafts, owner), current, isValue))
  const [restored, setRestored] = useState(() => unsavedOf(edits, current) !== null)
  const [touched, setTouched] = useState(false)
  const unsavedEdits = unsavedOf(edits, current)
  const serialized = JSON.stringify(unsavedEdits)
  useEffect(() => {
    if (touched) saveDraft(drafts, owner, JSON.parse(serialized))
  }, [drafts, owner, serialized, touched])
  const update = (next: FormEdits<D> | ((last: FormEdits<D>) => FormEdits<D>)) => {
    setTouched(true)
    setEdits(next)
  }
  return {
    draft: applyEdits(current, edits),
    restored,
    conflicts: conflictsOf(edits, current),
    change: (patch: Partial<D>) => update(last => withPatch(last, current, patch)),
    keepMine: (field: keyof D) => update(last => resolveWithMine(last, current, field)),
    takeTheirs: (field: keyof D) => update(last => resolveWithTheirs(last, field)),
    discard: () => {
      update({})
      setRestored(false)
    },
    /** Deletes the stored draft once the server has the values, even if this screen is unmounted by then. */
    clearStored: () => saveDraft(drafts, owner, null),
    markSaved: () => {
      update(markEditsSaved)
      setRestored(false)
    },
  }
}
