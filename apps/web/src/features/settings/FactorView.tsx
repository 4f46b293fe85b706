import { type FormEvent, useId, useState } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Acts } from '#web/ui/Acts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormScreen } from '#web/ui/FormScreen.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { ScanStep } from './ScanStep.tsx'
import { useFactorSetup } from './use-factor-setup.ts'

export interface FactorViewProps {
  community: { name: string; logoUri: string | null }
  /** Name of the owner, printed on the recovery codes. */
  name: string
  leaving: boolean
  onLogOut: () => void
  /** The factor is on and its recovery codes have been shown. */
  onDone: () => void
}

/** Required of everybody who runs a community before anything else can be opened. */
export const FactorView = ({ community, name, leaving, onLogOut, onDone }: FactorViewProps) => {
  const { t } = useText()
  const id = useId()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [kept, setKept] = useState(false)
  const [warned, setWarned] = useState(false)
  const setup = useFactorSetup(setCodes)
  const keep = () => {
    setKept(true)
    setWarned(false)
  }
  const submit = (event: FormEvent) => {
    if (!codes) return setup.submit(event)
    event.preventDefault()
    if (kept || warned) onDone()
    else setWarned(true)
  }
  return (
    <FormScreen
      place={community}
      id={id}
      step={codes ? 2 : 1}
      title={t(codes ? 'factor.codes.title' : 'factor.setup.title')}
      lead={t(codes ? 'factor.codes.once' : 'factor.setup.lead')}
      busy={setup.busy}
      onSubmit={submit}
      acts={
        <Acts>
          {!codes && (
            <Button kind="quiet" busy={leaving} onClick={onLogOut}>
              {t('factor.setup.out')}
            </Button>
          )}
          <Button type="submit" form={id} kind={warned ? 'quiet' : 'primary'} busy={setup.busy}>
            {t(codes ? (warned ? 'factor.codes.leave' : 'factor.codes.done') : 'factor.setup.go')}
          </Button>
        </Acts>
      }
    >
      {codes ? <RecoveryCodes name={name} codes={codes} leaving={warned} onKept={keep} /> : <ScanStep setup={setup} />}
    </FormScreen>
  )
}
