/**
 * Flag of Node for a process that ends with the one that started it. systemd signals all processes of a service, and a terminal all of its
 * group, by default: the server then completes its work in flight, of which these processes have a part. A flag, so that it takes effect
 * before any module of the process is loaded.
 */
export const IGNORES_SIGNALS = "--import=data:text/javascript,for(const name of['SIGTERM','SIGINT'])process.on(name,()=>{})";
