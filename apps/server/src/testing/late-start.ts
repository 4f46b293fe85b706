// A planted fault, loaded before the server: it starts late. It uses processor time meanwhile, so that the load of
// other programs does not shorten the delay.
const DELAY_CPU_US = 5_500_000
while (process.cpuUsage().user < DELAY_CPU_US);
