import { type Community, isSamePoint, type Point } from '@parvis/contract/community.ts'
import { drawCommunityMap, validateInformation, type CommunityInformation } from '@parvis/contract/information.ts'
import { changedBody } from '#web/kernel/device/form-edits.ts'
import { upload } from '#web/kernel/http/upload.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { showToast } from '#web/ui/toasts.ts'
import { useFormErrors } from '#web/ui/use-form-errors.ts'
import { bodyOf, type InformationField, type InformationFormState } from './information-draft.ts'
import { useInformationChange } from './information.mutations.ts'

export interface InformationSaveOptions {
  community: Community
  information: CommunityInformation
  form: InformationFormState
  /** Style of the map; without a style no map picture is drawn. */
  styleUrl: string | null | undefined
  /** Called after a change, so that queries that show the community are refetched. */
  onChanged: () => Promise<unknown>
  /** Called instead of saving if somebody else has changed an edited field meanwhile. */
  onConflict: (field: InformationField) => void
}

const updateMapPicture = async (
  { community, information, styleUrl, onChanged }: InformationSaveOptions,
  point: Point | null,
) => {
  if (!point || !styleUrl || (information.mapPhoto && isSamePoint(point, community.loc))) return
  // The form is already saved; if drawing or uploading the map picture fails, the previous picture remains.
  const { renderStaticMap } = await import('#web/ui/map/render-static-map.ts')
  const picture = await renderStaticMap(point, styleUrl, { withDot: true })
  if (picture)
    await upload(drawCommunityMap, {
      body: { _id: community._id, loc: point, alt: picture.attribution },
      files: [picture.file],
    })
  void onChanged()
}

/** Validates and saves the information form, and draws the map picture of a changed location. */
export const useInformationSave = (options: InformationSaveOptions) => {
  const { community, form, onChanged, onConflict } = options
  const { draft } = form
  const { t } = useText()
  const { mutate, isPending } = useInformationChange(community._id, onChanged, form.clearStored)
  // While a save is in progress, a differing saved value is the viewer's own change and no conflict.
  const conflicts = isPending ? [] : form.conflicts
  const { submitCount, errorOf, formError, showFailure, acceptInput } = useFormErrors(null)
  const submit = () => {
    if (!acceptInput(validateInformation(bodyOf(draft)))) return
    const [conflict] = conflicts
    if (conflict) return onConflict(conflict)
    mutate(changedBody(bodyOf(draft), bodyOf(form.current)), {
      onSuccess: () => {
        form.markSaved()
        showToast({ text: t('information.form.saved') })
        updateMapPicture(options, draft.point).catch(() => {})
      },
      onError: showFailure,
    })
  }
  return { submit, isPending, conflicts, errorOf, formError, submitCount }
}
