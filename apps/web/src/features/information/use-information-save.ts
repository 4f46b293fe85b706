import { type Community, isSamePoint, type Point } from '@parvis/contract/community.ts'
import { validateInformation, type CommunityInformation } from '@parvis/contract/information.ts'
import { useState, type FormEvent } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { showToast } from '#web/ui/toasts.ts'
import { bodyOf, changesOf, type InformationDraft, type InformationField } from './information-draft.ts'
import { sendMap, useInformationChange } from './information.mutations.ts'
import type { InformationFormState } from './use-information-form.ts'

export interface InformationSaveOptions {
  community: Community
  information: CommunityInformation
  savedDraft: InformationDraft
  form: InformationFormState
  /** Style of the map; without one no map picture is drawn. */
  styleUrl: string | null | undefined
  /** Called when queries that show the community have to be refetched. */
  onChanged: () => Promise<unknown>
  /** Called instead of saving while somebody else has changed a field meanwhile. */
  onConflict: (field: InformationField) => void
}

const updateMapPicture = async (
  { community, information, styleUrl, onChanged }: InformationSaveOptions,
  point: Point | null,
) => {
  if (!point || !styleUrl || (information.mapPhoto && isSamePoint(point, community.loc))) return
  // The texts are already saved; if the map picture fails, the previous one remains.
  const { renderStaticMap } = await import('#web/ui/map/render-static-map.ts')
  const picture = await renderStaticMap(point, styleUrl, { withDot: true })
  if (picture) await sendMap(community._id, point, picture)
  void onChanged()
}

/** Validates and saves the information form, and draws the map picture of a changed location. */
export const useInformationSave = (options: InformationSaveOptions) => {
  const { community, savedDraft, form, onChanged, onConflict } = options
  const { draft } = form
  const { t, explain } = useText()
  const { mutate, isPending } = useInformationChange(community._id, onChanged, form.clearStored)
  // While a save is in progress, differences are our own changes and no conflict.
  const conflicts = isPending ? [] : form.conflicts
  const [failure, setFailure] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const failedField = failure instanceof ApiError ? failure.field : undefined
  const showFailure = (error: unknown) => {
    setFailure(error)
    setAttempt(last => last + 1)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const validationError = validateInformation(bodyOf(draft))
    if (validationError) return showFailure(new ApiError(validationError.key, 400, validationError))
    setFailure(null)
    const [conflict] = conflicts
    if (conflict) return onConflict(conflict)
    mutate(changesOf(draft, savedDraft), {
      onSuccess: () => {
        form.markSaved()
        showToast({ text: t('information.form.saved') })
        updateMapPicture(options, draft.point).catch(() => {})
      },
      onError: showFailure,
    })
  }
  return {
    submit,
    isPending,
    conflicts,
    /** Error of a field; null when the failure is of another one. */
    errorOf: (field: string) => (failedField === field ? explain(failure) : null),
    /** Error that belongs to no field. */
    formError: failure !== null && failedField === undefined ? explain(failure) : null,
    attempt,
  }
}
