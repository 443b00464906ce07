/** Vitest's JSON report together with the errors outside of tests, such as a promise that nobody awaited, which Vitest leaves out of it. */
import { JsonReporter, type TestModule } from 'vitest/node';

export default class ReportWithErrors extends JsonReporter {
  private errors: { message: string; stack?: string }[] = [];

  constructor() {
    super({});
  }

  override async onTestRunEnd(modules: readonly TestModule[], outside: readonly { message: string; stack?: string }[] = []): Promise<void> {
    this.errors = outside.map(({ message, stack }) => ({ message, ...(stack === undefined ? {} : { stack }) }));
    await super.onTestRunEnd(modules);
  }

  override writeReport(report: string): Promise<void> {
    return super.writeReport(JSON.stringify({ ...(JSON.parse(report) as object), errors: this.errors }));
  }
}
