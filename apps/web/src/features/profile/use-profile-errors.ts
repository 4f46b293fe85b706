import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { useFormErrors } from '#web/ui/use-form-errors.ts'
import type { FormError } from './profile-form.ts'
import { isPseudoFree } from './profile.queries.ts'

const aliases = { files: 'photo', photoUri: 'photo' }

/** The errors of a form with a profile. `onFirstErrorField` receives the first field with an error. */
export const useProfileErrors = (fields: readonly string[], onFirstErrorField?: (field: string) => void) => {
  const { t } = useText()
  const queryClient = useQueryClient()
  const formErrors = useFormErrors([...fields, 'photo'], { aliases, onFirstErrorField })
  return {
    ...formErrors,
    /** Shows these errors, or that a changed nickname is taken; returns true when there is nothing to show. */
    checkInput: async (errors: readonly FormError[], typedPseudo: string, savedPseudo = ''): Promise<boolean> => {
      if (errors.length > 0) {
        formErrors.showInvalid(
          ...errors.map(one =>
            one.key === 'differentpasswords' ? { field: one.field, text: t('entry.differentpasswords') } : one,
          ),
        )
        return false
      }
      const pseudo = typedPseudo.trim()
      const isFree = pseudo === savedPseudo || (await isPseudoFree(queryClient, pseudo))
      if (!isFree) formErrors.showFailure(new ApiError('pseudoduplicate', 409, { field: 'pseudo' }))
      return isFree
    },
  }
}
