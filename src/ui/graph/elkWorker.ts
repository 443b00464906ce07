/** ELK's own worker: it answers messages by itself once it is loaded. */
import 'elkjs/lib/elk-worker.min.js';
