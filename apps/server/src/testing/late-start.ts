// A planted fault, loaded before the server: the server starts late. The delay consumes processor time, so that the
// load of other programs does not shorten it.
const DELAY_CPU_US = 5_500_000
while (process.cpuUsage().user < DELAY_CPU_US);
