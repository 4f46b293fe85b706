import { removeTemplate, type Template } from '@parvis/contract/templates.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useMenu } from '#web/ui/use-menu.ts'
import { showToast } from '#web/ui/toasts.ts'
import { templateName } from '../template-tiles.ts'
import { templateKeys } from '../templates.queries.ts'

export interface TemplateMenuProps {
  template: Template
  onEdit: () => void
}

/** Menu with which the team edits or removes a template. */
export const TemplateMenu = ({ template, onEdit }: TemplateMenuProps) => {
  const { t, language, explain } = useText()
  const [isConfirmingRemoval, setIsConfirmingRemoval] = useState(false)
  const { button, panel, part } = useMenu(() => import('#web/ui/Menu.tsx'))
  const name = templateName(template, language)
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(removeTemplate, { params: { id: template._id } }),
    onSuccess: (_, __, ___, { client }) => {
      void client.invalidateQueries({ queryKey: templateKeys.all })
      showToast({ text: t('templates.removed', { name }) })
    },
    onError: error => showToast({ kind: 'error', text: explain(error) }),
    onSettled: () => setIsConfirmingRemoval(false),
  })
  return (
    <>
      <IconButton icon="ellipsis-vertical" label={t('templates.menu', { name })} {...button} />
      {part && (
        <part.Menu menu={panel}>
          <part.MenuItem icon="pencil" onClick={onEdit}>
            {t('templates.edit')}
          </part.MenuItem>
          <part.MenuItem icon="trash" kind="danger" onClick={() => setIsConfirmingRemoval(true)}>
            {t('templates.remove')}
          </part.MenuItem>
        </part.Menu>
      )}
      {isConfirmingRemoval && (
        <ConfirmDialog
          title={t('templates.remove.title', { name })}
          text={t('templates.remove.text')}
          confirmLabel={t('templates.remove')}
          icon="trash"
          busy={isPending}
          onConfirm={() => mutate()}
          onClose={() => setIsConfirmingRemoval(false)}
        />
      )}
    </>
  )
}
