/* oxlint-disable typescript/no-require-imports -- The instrumentation sees built-in modules that are required, not those that are imported. */
/**
 * One of the services: `npm start` with its name in OTEL_SERVICE_NAME, as the guide says, and the ports of all in SHOP_PORTS, such as
 * `shop=8001 fraud=8002`. The shop answers /buy?n=NUMBER and calls the others; those fail for some
 * numbers, so that the same requests always give the same failures.
 */
const { createServer } = require('node:http');
const { setTimeout: delay } = require('node:timers/promises');

const name = process.env.OTEL_SERVICE_NAME;
const portOf = Object.fromEntries(process.env.SHOP_PORTS.split(' ').map((pair) => pair.split('=')));

/** Which requests each of them fails. Of the stock, the first attempt alone. */
const FAILS = { fraud: 1, ads: 3, stock: 5, prices: 7 };

async function call(target, number, attempt = 1) {
  const answer = await fetch(`http://localhost:${portOf[target]}/?n=${number}&attempt=${attempt}`);
  if (!answer.ok) throw new Error(`${target} answered ${answer.status}`);
  return answer.text();
}

let lastPrice = 'none';

async function buy(number) {
  // Nobody buys without this one.
  await call('fraud', number);
  // Nice to have.
  await call('ads', number).catch(() => undefined);
  // Tried again.
  await call('stock', number).catch(() => call('stock', number, 2));
  // The last answer will do.
  lastPrice = await call('prices', number).catch(() => lastPrice);
  // Nobody waits for this one.
  void delay(30).then(() => call('mail', number));
}

createServer((request, response) => {
  const query = new URL(request.url, 'http://localhost').searchParams;
  const number = Number(query.get('n'));
  const isFailing = Number(query.get('attempt') ?? 1) === 1 && number % 10 === FAILS[name];
  const work = name === 'shop' ? buy(number) : isFailing ? Promise.reject(new Error('planted')) : delay(name === 'mail' ? 20 : 0);
  work.then(
    () => response.end('done'),
    () => response.writeHead(500).end('failed'),
  );
}).listen(Number(portOf[name]), '127.0.0.1', () => process.stdout.write('ready\n'));

// The instrumentation sends what it has left on this signal, and leaves ending the process to us.
process.on('SIGTERM', () => setTimeout(() => process.exit(0), 1_000));
