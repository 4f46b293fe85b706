import { useId, useState } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { ActionBar } from '#web/ui/ActionBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormScreen } from '#web/ui/FormScreen.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { ScanStep } from './ScanStep.tsx'
import { useFactorSetup } from './use-factor-setup.ts'

export interface FactorViewProps {
  community: { name: string; logoUri: string | null }
  /** Name of the owner, printed on the recovery codes. */
  ownerName: string
  isLoggingOut: boolean
  onLogOut: () => void
  /** Called when the second factor is turned on and its recovery codes were shown. */
  onDone: () => void
}

/** Sets up the second factor. People who run a community must do this before they see any other screen. */
export const FactorView = ({ community, ownerName, isLoggingOut, onLogOut, onDone }: FactorViewProps) => {
  const { t } = useText()
  const id = useId()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [saving, setSaving] = useState<'unsaved' | 'warned' | 'saved'>('unsaved')
  const isWarned = saving === 'warned'
  const setup = useFactorSetup(setCodes)
  const submit = () => {
    if (!codes) return setup.submit()
    if (saving === 'unsaved') setSaving('warned')
    else onDone()
  }
  return (
    <FormScreen
      community={community}
      id={id}
      step={codes ? 2 : 1}
      title={t(codes ? 'factor.codes.title' : 'factor.setup.title')}
      lead={t(codes ? 'factor.codes.once' : 'factor.setup.lead')}
      busy={setup.busy}
      onSubmit={submit}
      actions={
        <ActionBar>
          {!codes && (
            <Button kind="quiet" busy={isLoggingOut} onClick={onLogOut}>
              {t('factor.setup.out')}
            </Button>
          )}
          <Button type="submit" form={id} kind={isWarned ? 'quiet' : 'primary'} busy={setup.busy}>
            {t(codes ? (isWarned ? 'factor.codes.leave' : 'factor.codes.done') : 'factor.setup.go')}
          </Button>
        </ActionBar>
      }
    >
      {codes ? (
        <RecoveryCodes ownerName={ownerName} codes={codes} isWarned={isWarned} onSaved={() => setSaving('saved')} />
      ) : (
        <ScanStep setup={setup} />
      )}
    </FormScreen>
  )
}
