import { Haptics, ImpactStyle } from '@capacitor/haptics'

export const playAnswerHaptic = (): Promise<void> => Haptics.impact({ style: ImpactStyle.Light }).catch(() => {})
