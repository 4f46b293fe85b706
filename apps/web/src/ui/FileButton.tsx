import type { ComponentProps } from 'react'
import { ButtonContent, type ButtonAppearance } from './Button.tsx'
import { classNames } from './class-names.ts'
import { pickFile } from './pick-file.ts'
import button from './Button.module.css'
import css from './FileButton.module.css'
import typography from './typography.module.css'

export interface FileButtonProps
  extends
    Pick<ButtonAppearance, 'kind' | 'size' | 'icon' | 'children'>,
    Pick<ComponentProps<'input'>, 'accept' | 'capture' | 'disabled'> {
  /** Called with one file, also if the same file is picked again. */
  onPick: (file: File) => void
}

export const FileButton = ({ kind = 'soft', size = 'm', icon, children, onPick, ...native }: FileButtonProps) => (
  <label className={classNames(button.button, css.file)} data-kind={kind} data-size={size}>
    <input {...native} type="file" className={typography.hidden} onChange={pickFile(onPick)} />
    <ButtonContent icon={icon}>{children}</ButtonContent>
  </label>
)
